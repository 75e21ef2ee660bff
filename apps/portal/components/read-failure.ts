/** Why a request failed, as shown in a dialog. */
export interface Failure {
  /** `HTTP 429: SANDBOX_QUOTA_EXCEEDED`. */
  readonly title: string
  readonly message: string
  readonly requestId: string | undefined
  /** The path of its code's page. */
  readonly help: string | undefined
}

/** Every data-plane fault ends with its page's address. */
const helpAtEnd = /^(.*) (https?:\/\/\S+)$/s

/** Reads a failed response from the data or control plane. */
export async function readFailure(response: Response): Promise<Failure> {
  const { code, message } = parseFailure(await response.text())
  const [, text = message, help] = message?.match(helpAtEnd) ?? []
  return {
    title: code === undefined ? `HTTP ${response.status}` : `HTTP ${response.status}: ${code}`,
    message: text ?? 'The service did not say why. Try again in a minute.',
    requestId: response.headers.get('x-request-id') ?? undefined,
    help: help && new URL(help).pathname,
  }
}

function parseFailure(text: string): { readonly code?: string | undefined; readonly message?: string | undefined } {
  try {
    const body: unknown = JSON.parse(text)
    const fault = readField(readField(readField(body, 'Fault'), 'Error'), '0')
    if (fault !== undefined) {
      return { code: readText(fault, 'code'), message: readText(fault, 'Detail') ?? readText(fault, 'Message') }
    }
    return { code: readText(body, 'error'), message: readText(body, 'message') }
  } catch {
    return {}
  }
}

function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function readText(value: unknown, name: string): string | undefined {
  const text = readField(value, name)
  return typeof text === 'string' && text !== '' ? text : undefined
}
