/** What a sign-in link has behind its `#`, where it reaches no server and no log. */
export const LOGIN_FRAGMENT = 'login';
