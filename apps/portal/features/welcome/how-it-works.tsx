import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './how-it-works.module.css'

interface Station {
  readonly title: string
  readonly text: string
  readonly picture: ReactNode
  /** How the calls get to the next station. */
  readonly onward?: string
}

/** Draws a call's way: from an app through the service to QuickBooks Desktop on a PC. */
export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works">
      <Title order={2} size="h3" mb="md" id="how-it-works">
        How it works
      </Title>
      <ol className={classes.stations}>
        {stations.map(({ title, text, picture, onward }) => (
          <li key={title} className={classes.station}>
            <svg viewBox="0 0 160 96" className={classes.picture} aria-hidden="true">
              {picture}
            </svg>
            <div className={classes.words}>
              <Title order={3} size="h4">
                {title}
              </Title>
              <Text c="dimmed">{text}</Text>
            </div>
            {onward !== undefined && (
              <div className={classes.onward}>
                <svg viewBox="0 0 64 12" className={classes.arrow} aria-hidden="true">
                  <path d="M1 6h61m-6-5 6 5-6 5" />
                </svg>
                <Text size="xs" c="dimmed">
                  {onward}
                </Text>
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

const stations: readonly Station[] = [
  {
    title: 'Your app',
    text: 'Calls the QuickBooks Online API: the same paths, JSON and OAuth 2.0. Only the base URL changes.',
    picture: (
      <>
        <rect x="24" y="8" width="112" height="80" rx="8" className={classes.sheet} />
        <path d="M24 26h112" className={classes.line} />
        <path d="M34 17h.01M42 17h.01M50 17h.01" className={classes.dots} />
        <path d="M36 40h44M44 52h64M44 64h40M36 76h24" className={classes.text} />
        <path d="M88 40h30" className={classes.strong} />
      </>
    ),
    onward: 'JSON over HTTPS',
  },
  {
    title: 'Bridge Service',
    text: 'Translates each call and its response, keeps both sides for you to see, and never posts a write twice.',
    picture: (
      <>
        <rect x="44" y="12" width="72" height="72" rx="18" className={classes.ink} />
        <path
          transform="translate(44 12) scale(2.25)"
          d="M4 21h24M9 21v-7m14 7v-7M4 17c4 0 5-6 5-6s2.5 6 7 6 7-6 7-6 1 6 5 6"
          className={classes.mark}
        />
      </>
    ),
    onward: 'qbXML over TLS',
  },
  {
    title: 'The PC with QuickBooks',
    text: 'A small agent connects outward and hands each request to QuickBooks Desktop. No port is opened, and the books stay where they are.',
    picture: (
      <>
        <rect x="20" y="6" width="120" height="70" rx="6" className={classes.sheet} />
        <path d="M80 76v12M56 90h48" className={classes.line} />
        <rect x="36" y="18" width="88" height="46" rx="3" className={classes.sheet} />
        <path d="M36 29h88" className={classes.line} />
        <path d="M44 39h28M44 47h22M44 55h32" className={classes.text} />
        <path d="M98 39h18M102 47h14M94 55h22" className={classes.strong} />
      </>
    ),
  },
]
