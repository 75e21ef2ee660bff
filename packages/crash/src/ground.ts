import { type Document, memoryStorage, openCompany } from '@bridge/emulator'

/** The books that every seed begins with: the empty ones, with an item to sell and a customer to sell it to. */
export interface Ground {
  readonly documents: readonly Document[]
  /** Ids. */
  readonly item: string
  readonly customer: string
}

const item = `
  <ItemServiceAddRq><ItemServiceAdd>
    <Name>Work</Name>
    <SalesOrPurchase><Price>10.00</Price><AccountRef><FullName>Service Income</FullName></AccountRef></SalesOrPurchase>
  </ItemServiceAdd></ItemServiceAddRq>`
const customer = '<CustomerAddRq><CustomerAdd><Name>Buyer</Name></CustomerAdd></CustomerAddRq>'

/** Makes them once, for they are the same for all. */
export async function layGround(): Promise<Ground> {
  const storage = memoryStorage()
  const books = openCompany({ storage, clock: () => new Date(), random: Math.random })
  const add = async (request: string): Promise<string> => {
    const exchanged = await books.exchange(
      `<?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${request}</QBXMLMsgsRq></QBXML>`,
    )
    const id = 'response' in exchanged ? /<ListID>([^<]+)/.exec(exchanged.response)?.[1] : undefined
    if (id === undefined) throw new Error(`The ground could not be laid: ${JSON.stringify(exchanged)}`)
    return id
  }
  const ids = { item: await add(item), customer: await add(customer) }
  const stored = await storage.exclusive(undefined, ({ documents }) => ({ changes: [], result: documents }))
  return { ...ids, documents: stored.result }
}
