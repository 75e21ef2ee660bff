import { stat } from 'node:fs/promises'
import type { Page } from 'playwright/test'

/** A downloaded installer, whose name carries what the agent needs. */
export interface DownloadedInstaller {
  readonly name: string
  readonly bytes: number
}

/** Presses the set-up page's download button, and waits for the whole file. */
export async function downloadInstaller(page: Page): Promise<DownloadedInstaller> {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the agent for Windows' }).click()
  const download = await started
  return { name: download.suggestedFilename(), bytes: (await stat(await download.path())).size }
}
