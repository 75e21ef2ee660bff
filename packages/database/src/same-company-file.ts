import { Prisma } from '../generated/client.ts'

/** What may carry a copied write to a company file. */
type Transport = 'agent' | 'connector'

/**
 * Whether the FileIDs of a row `lease` and of a write's copy, a row `sent`, belong to one company file: they are equal, or
 * the file had the FileID of one credential when another one was proved there. Null counts as no.
 */
const hasSameFileId = Prisma.sql`(sent."fileId" = lease."fileId" OR EXISTS (
    SELECT FROM connector_credential AS proved
    WHERE proved."realmId" = sent."realmId" AND proved."fileId" IN (sent."fileId", lease."fileId")
      AND proved."otherFileIds" && ARRAY[sent."fileId", lease."fileId"]))`

/**
 * Whether a row `lease` has the company file open to which a write's copy, a row `sent`, was sent. Its FileIDs prove it.
 * A copy without FileID went through an agent, which opens only its own company file: it must be the same agent, or one
 * with an equally named company file, and no differently named one may be open there. Null counts as no.
 */
const isSameFile: Readonly<Record<Transport, Prisma.Sql>> = {
  agent: Prisma.sql`CASE
    WHEN sent."fileId" IS NOT NULL THEN ${hasSameFileId}
    WHEN sent.transport <> 'agent' THEN false
    WHEN sent."companyFile" IS NOT NULL AND lease."companyFile" IS NOT NULL
      THEN lower(sent."companyFile") = lower(lease."companyFile")
    ELSE sent."agentTokenId" IS NULL OR sent."agentTokenId" = lease."agentTokenId" END`,
  connector: Prisma.sql`CASE
    WHEN sent."fileId" IS NOT NULL THEN ${hasSameFileId}
    ELSE sent.transport = 'connector' END`,
}

/**
 * An SQL condition: a row `lease` on this transport has the company file open to which all copies of a write were sent.
 * The lease has `fileId`, `companyFile` and `agentTokenId`; a Web Connector's lease needs only the first.
 *
 * @param messageSetId the write's `newMessageSetID`, as SQL; with null, there are no copies
 */
export function hasFileOfCopies(transport: Transport, realmId: Prisma.Sql, messageSetId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`NOT EXISTS (
    SELECT FROM write_journal AS sent
    WHERE sent."realmId" = ${realmId} AND sent."messageSetId" = ${messageSetId} AND sent.state IN ('sending', 'completed')
      AND (${isSameFile[transport]}) IS NOT TRUE)`
}
