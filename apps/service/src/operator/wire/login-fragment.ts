/** The fragment of a sign-in link, which reaches no server and no log. */
export const LOGIN_FRAGMENT = 'login';
