/** Headers of an answer that a developer reads. The body stays the contract's. */

/** On 400 `invalid_request`: the field that is refused. */
export const PARAM_HEADER = 'Authly-Param';
/** In the test environment, on an answer to a request with something that the service does not know. */
export const WARNING_HEADER = 'Authly-Warning';
