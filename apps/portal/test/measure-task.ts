import type { BrowserContext, Locator, Page } from 'playwright/test'
import { expect, test } from 'playwright/test'
import { countClicks } from './count-clicks.ts'

/** A person's task: how many clicks it takes, and how long a click waits for what it leads to. */
export interface Task {
  /** Clicks, and waits until what the click leads to is visible. */
  readonly click: (target: Locator, leadsTo: Locator) => Promise<void>
  /** Prints clicks and the longest wait, and compares the clicks with the limit. */
  readonly end: (maxClicks: number) => void
}

/** Begins a task on pages of this context. */
export async function startTask(name: string, context: BrowserContext): Promise<Task> {
  const clicks = await countClicks(context)
  let longestMs = 0
  return {
    click: async (target, leadsTo) => {
      await target.waitFor()
      const startedAt = performance.now()
      await target.click()
      await leadsTo.first().waitFor()
      longestMs = Math.max(longestMs, performance.now() - startedAt)
    },
    end: (maxClicks) => {
      const text = `${name}: ${clicks()} clicks of ${maxClicks}, longest wait ${Math.round(longestMs)} ms`
      process.stdout.write(`${text}\n`)
      test.info().annotations.push({ type: 'task', description: text })
      expect(clicks(), text).toBeLessThanOrEqual(maxClicks)
      expect(clicks(), 'counts clicks').toBeGreaterThan(0)
    },
  }
}

/** Opens the command menu and types. Returns the first result with this text. */
export async function searchFor(page: Page, text: string, result: RegExp): Promise<Locator> {
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/^Search/).fill(text)
  return page.locator('[data-action], [role=option]').filter({ hasText: result }).first()
}
