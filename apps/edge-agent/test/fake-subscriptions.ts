/** What QuickBooks remembers about subscriptions to its data events. */
export class FakeSubscriptions {
  readonly #classes = new Map<string, string>()

  /** Returns the response to `ProcessSubscription`. */
  process(request: string): string {
    const id = find('SubscriberID', request)
    if (request.includes('<SubscriptionDelRq')) {
      return toResponse('SubscriptionDelRs', this.#classes.delete(id) ? 0 : 500)
    }
    if (this.#classes.has(id)) return toResponse('DataEventSubscriptionAddRs', 3180)
    this.#classes.set(id, find('CLSID', request))
    return toResponse('DataEventSubscriptionAddRs', 0)
  }

  /** The classes that QuickBooks calls when a person changes something. */
  get classes(): readonly string[] {
    return [...this.#classes.values()]
  }
}

function find(name: string, request: string): string {
  const value = new RegExp(`<${name}>([^<]*)<`).exec(request)?.[1]
  if (value === undefined) throw new Error(`The subscription has no ${name}.`)
  return value
}

function toResponse(name: string, code: number): string {
  const severity = code === 0 ? 'Info' : 'Error'
  return `<?xml version="1.0" ?><QBXML><QBXMLSubscriptionMsgsRs><${name} statusCode="${code}" statusSeverity="${severity}" statusMessage="Status" /></QBXMLSubscriptionMsgsRs></QBXML>`
}
