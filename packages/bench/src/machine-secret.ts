/** The secret shared by a benchmark's servers and gateways. */
export const machineSecret = 'machine-secret-of-the-benchmark-0123456789'
