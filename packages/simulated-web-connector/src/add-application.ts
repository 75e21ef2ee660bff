import { type Application, parseQwcFile, QwcFileError } from './application.ts'
import type { QuickBooks } from './quickbooks.ts'

/**
 * Adds the application in a `.qwc` file, whose address must respond to GET with status 200. The open company file must
 * not have its OwnerID and FileID, which removing an application does not remove.
 *
 * @throws QwcFileError
 */
export async function addApplication(
  qwcFile: string,
  quickBooks: Pick<QuickBooks, 'addApplication'>,
): Promise<Application> {
  const application = parseQwcFile(qwcFile)
  const status = await getStatus(application.url)
  if (status !== 200) throw new QwcFileError(`QBWC1048: ${application.url} responded with status ${status}, not 200.`)
  const result = await quickBooks.addApplication(application)
  if (result === 'added') return application
  const reason = result === 'exists' ? 'Unique OwnerID/FileID pair value required' : result.message
  throw new QwcFileError(`QBWC1039: There was a problem adding the application: ${reason}.`)
}

async function getStatus(url: string): Promise<number> {
  try {
    const { status, body } = await fetch(url, { redirect: 'manual' })
    await body?.cancel()
    return status
  } catch (error) {
    throw new QwcFileError(`QBWC1048: ${url} cannot be reached.`, { cause: error })
  }
}
