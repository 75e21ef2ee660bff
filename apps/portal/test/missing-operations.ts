/** Operations whose pages are not there yet. This list only shrinks. */
export const missingOperations: readonly string[] = ['clearSandboxFaults', 'listRequests', 'getRequest']
