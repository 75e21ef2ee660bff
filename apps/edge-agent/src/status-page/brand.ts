import { html } from './html.ts'

/** The product's mark and name, as on the portal. */
export const brand = html`<svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="var(--ink)"/><path d="M4 21h24M9 21v-7m14 7v-7M4 17c4 0 5-6 5-6s2.5 6 7 6 7-6 7-6 1 6 5 6" fill="none" stroke="var(--on-ink)" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/></svg>
<span>Bridge Service</span> <span class="quiet">agent on this PC</span>`

/** A state's shape, which says the same as its color, as on the portal. */
export const shapes = {
  good: html`<svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true"><circle cx="6" cy="6" r="5" fill="currentColor"/></svg>`,
  waiting: html`<svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true"><path d="M6 1l5.5 10H.5z" fill="currentColor"/></svg>`,
  bad: html`<svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true"><path d="M6 .5L11.5 6 6 11.5.5 6z" fill="currentColor"/></svg>`,
} as const
