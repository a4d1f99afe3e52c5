/** Whoever opens the agent's own address in a browser sees that it runs, and that the browser trusts its certificate. */
export const FRONT_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Authly reader</title>
<h1>The reader is ready</h1>
<p>The Authly reader agent runs on this machine, and your browser trusts it. Close this tab and go back to the page you came from.</p>
</html>
`;
