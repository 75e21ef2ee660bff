import { hasResponse } from '@bridge/agent-protocol'
import { type Document, memoryStorage, openCompany } from '@bridge/emulator'

/** Every seed's initial books: empty ones with an item and a customer. */
export interface Baseline {
  readonly documents: readonly Document[]
  readonly itemId: string
  readonly customerId: string
}

const item = `
  <ItemServiceAddRq><ItemServiceAdd>
    <Name>Work</Name>
    <SalesOrPurchase><Price>10.00</Price><AccountRef><FullName>Service Income</FullName></AccountRef></SalesOrPurchase>
  </ItemServiceAdd></ItemServiceAddRq>`
const customer = '<CustomerAddRq><CustomerAdd><Name>Buyer</Name></CustomerAdd></CustomerAddRq>'

/** Creates the books, which all seeds share. */
export async function createBaseline(): Promise<Baseline> {
  const storage = memoryStorage()
  const books = openCompany({ storage, clock: () => new Date(), random: Math.random })
  const add = async (request: string): Promise<string> => {
    const outcome = await books.exchange(
      `<?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${request}</QBXMLMsgsRq></QBXML>`,
    )
    const id = outcome.sent && hasResponse(outcome) ? /<ListID>([^<]+)/.exec(outcome.response)?.[1] : undefined
    if (id === undefined) throw new Error(`The baseline was not created: ${JSON.stringify(outcome)}`)
    return id
  }
  const ids = { itemId: await add(item), customerId: await add(customer) }
  const stored = await storage.exclusive(undefined, ({ documents }) => ({ changes: [], result: documents }))
  return { ...ids, documents: stored.result }
}
