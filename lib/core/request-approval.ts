/** The inline tool by which the model asks for a call that the harness is to run. */
export const requestApproval = 'request_approval';
