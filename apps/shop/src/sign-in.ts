import { randomBytes } from 'node:crypto';
import { USER_NAMES, type ShopUsers, type User, type UserName } from './users.ts';

const COOKIE = 'shop_session';
const MAX_SIGNED_IN = 1000;

/** Who sits in front of the browser. A demo: choosing a name signs in. */
export function signIn(users: ShopUsers) {
  const signedIn = new Map<string, UserName>();
  return {
    userOf(request: Request): User | undefined {
      const token = new RegExp(`(?:^|; )${COOKIE}=([\\w-]+)`).exec(request.headers.get('cookie') ?? '')?.[1];
      const name = token === undefined ? undefined : signedIn.get(token);
      return name && users.find(name);
    },
    /** The Set-Cookie header of a new sign-in; undefined for a name that nobody has. */
    begin(name: unknown): string | undefined {
      if (!(USER_NAMES as readonly unknown[]).includes(name)) return undefined;
      const token = randomBytes(18).toString('base64url');
      if (signedIn.size >= MAX_SIGNED_IN) signedIn.delete(signedIn.keys().next().value!);
      signedIn.set(token, name as UserName);
      return `${COOKIE}=${token}; Path=/; HttpOnly; Secure; SameSite=Strict`;
    },
  };
}
