import { Prisma } from '../generated/client.ts'

/** What may carry a copy of a write to a company file. */
type Transport = 'agent' | 'connector'

/**
 * Whether what a row `lease` has open is the company file that a copy of a write, a row `sent`, was sent to. Equal FileIDs
 * prove it. Without that of the copy, the copy went through an agent, which opens no other company file than its own: it
 * must be the same agent, or one with a company file of that name, and no company file of another name may be open there.
 * Null counts as no.
 */
const isSameFile: Readonly<Record<Transport, Prisma.Sql>> = {
  agent: Prisma.sql`CASE
    WHEN sent."fileId" IS NOT NULL THEN sent."fileId" = lease."fileId"
    WHEN sent.transport <> 'agent' THEN false
    WHEN sent."companyFile" IS NOT NULL AND lease."companyFile" IS NOT NULL
      THEN lower(sent."companyFile") = lower(lease."companyFile")
    ELSE sent."agentTokenId" IS NULL OR sent."agentTokenId" = lease."agentTokenId" END`,
  connector: Prisma.sql`CASE
    WHEN sent."fileId" IS NOT NULL THEN sent."fileId" = lease."fileId"
    ELSE sent.transport = 'connector' END`,
}

/**
 * A condition of SQL: a row `lease` of this transport has the company file open that all copies of a write were sent to.
 * The lease has `fileId`, `companyFile` and `agentTokenId`; that of a Web Connector needs only the first.
 *
 * @param messageSetId the `newMessageSetID` of the write, as SQL; with null, there are no copies
 */
export function hasFileOfCopies(transport: Transport, realmId: Prisma.Sql, messageSetId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`NOT EXISTS (
    SELECT FROM write_journal AS sent
    WHERE sent."realmId" = ${realmId} AND sent."messageSetId" = ${messageSetId} AND sent.state IN ('sending', 'completed')
      AND (${isSameFile[transport]}) IS NOT TRUE)`
}
