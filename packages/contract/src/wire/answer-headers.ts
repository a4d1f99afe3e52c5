/** On 400 `invalid_request`: the refused field. */
export const PARAM_HEADER = 'Authly-Param';
/** Test environment only: the request contains something unknown. */
export const WARNING_HEADER = 'Authly-Warning';
