const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Page not found · Bean &amp; Ridge</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; background: light-dark(#fbf7f1, #14110f); color: light-dark(#1f1a17, #f6f1ea) }
body { max-width: 30rem; margin: 20vh auto; padding: 0 1.5rem; font: 1.1rem/1.5 system-ui, sans-serif }
h1 { font-family: Georgia, serif; line-height: 1.2 }
a { color: light-dark(#9a3412, #fdba74) }
</style>
</head>
<body><main><h1>Page not found</h1><p><a href="/">Go to the shop</a></p></main></body>
</html>`;

export const notFoundPage = (): Response => new Response(HTML, { status: 404, headers: HEADERS });
