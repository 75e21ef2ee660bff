/** The parts of the package that the benchmark uses; it has no types. */
declare module 'quickbooks-js' {
  interface Handler {
    fetchRequests(callback: (error: null, requests: readonly string[]) => void): void
    handleResponse(response: string): void
    didReceiveError(error: string): void
  }

  export default class Server {
    setQBXMLHandler(handler: Handler): void
    /** Listens at the port of the environment variable `QB_SOAP_PORT`. */
    run(): void
  }
}
