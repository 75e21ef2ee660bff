/** The secret that servers, gateways and sandbox hosts of a test share. */
export const machineSecret = 'machine-secret-of-the-harness-0123456789'
