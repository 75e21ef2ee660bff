import { expect, type Locator, type Page } from 'playwright/test'
import { quickstart } from './quickstart.ts'
import { signIn } from './sign-in.ts'

/** The Explorer on a page. */
export interface OpenExplorer {
  readonly slug: string
  /** The query or body editor. */
  readonly editor: Locator
  readonly result: Locator
  readonly response: Locator
  /** Chooses a list value by its label. */
  choose(label: string, option: string): Promise<void>
  /** Replaces the editor's text. */
  type(text: string): Promise<void>
  send(): Promise<void>
}

/** Signs in and opens the user's Explorer. */
export async function openExplorer(page: Page, email: string): Promise<OpenExplorer> {
  await signIn(page, email)
  const slug = /\/orgs\/([^/]+)/.exec(page.url())?.[1] ?? ''
  await page.goto(`${quickstart().baseUrl}/orgs/${slug}/explorer`)
  const explorer = getExplorer(page, slug)
  await expect(explorer.editor).toBeVisible()
  return explorer
}

/** Returns a page's Explorer. */
export function getExplorer(page: Page, slug: string): OpenExplorer {
  const editor = page.getByRole('textbox', { name: /^(Query|Request body)$/ })
  const result = page.getByRole('region', { name: 'Result', exact: true })
  return {
    slug,
    editor,
    result,
    response: result.getByRole('region', { name: 'Response', exact: true }),
    async choose(label, option) {
      await page.getByRole('combobox', { name: label }).selectOption({ label: option })
    },
    async type(text) {
      await editor.click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.insertText(text)
    },
    send: () => page.getByRole('button', { name: 'Send', exact: true }).click(),
  }
}
