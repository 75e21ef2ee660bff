/** The package's parts used by the benchmark; it has no types. */
declare module 'quickbooks-js' {
  interface Handler {
    fetchRequests(callback: (error: null, requests: readonly string[]) => void): void
    handleResponse(response: string): void
    didReceiveError(error: string): void
  }

  export default class Server {
    setQBXMLHandler(handler: Handler): void
    /** Listens at the port in the environment variable `QB_SOAP_PORT`. */
    run(): void
  }
}
