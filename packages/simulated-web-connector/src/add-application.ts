import { type Application, parseQwcFile, QwcFileError } from './application.ts'

/**
 * Adds the application in a `.qwc` file, whose address must respond to GET with status 200.
 *
 * @throws QwcFileError
 */
export async function addApplication(qwcFile: string): Promise<Application> {
  const application = parseQwcFile(qwcFile)
  const status = await getStatus(application.url)
  if (status === 200) return application
  throw new QwcFileError(`QBWC1048: ${application.url} responded with status ${status}, not 200.`)
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
