/** The secret that the servers and gateways of a benchmark share. */
export const machineSecret = 'machine-secret-of-the-benchmark-0123456789'
