import type { ErasableEnrollments } from '@authly/merchant';

/** The button "Remove my finger" of a signed-in user. `enrollments` is the store that you gave to createBioApi. */
export async function removeFinger(
  userRef: string,
  enrollments: ErasableEnrollments,
  users: { removed(userRef: string): void },
) {
  await enrollments.erase(userRef);
  users.removed(userRef); // your own note of the finger
}
