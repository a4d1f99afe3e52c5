/** Remembers used nonces. A store that throws makes the call refused: there is no fail-open. */
export interface NonceStore {
  /** Step 5: whether the nonce was used before. */
  has(nonce: string): Promise<boolean>;
  /** After step 8, in one atomic step: true for exactly one caller, and remembered for at least `keepMs`. */
  claim(nonce: string, keepMs: number): Promise<boolean>;
}
