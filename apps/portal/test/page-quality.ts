import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

/** Expects no accessibility violations and no horizontal overflow. */
export async function expectPageQuality(page: Page): Promise<void> {
  // axe measures colors, so animations must have ended. A canceled one has, too; a loader's never does.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished),
    ),
  )
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(' ')) }))).toEqual([])
  const overflow = () => page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  await expect.poll(overflow).toBe(0)
}
