import type { ErasableEnrollments } from '@authly/merchant';

interface Users {
  /** Forgets which finger a verification asks for. */
  removed(userRef: string): void;
}

/** The button "Remove my finger" of a signed-in user. `enrollments` is the store that you gave to createBioApi. */
export async function removeFinger(userRef: string, enrollments: ErasableEnrollments, users: Users) {
  await enrollments.erase(userRef);
  users.removed(userRef);
}
