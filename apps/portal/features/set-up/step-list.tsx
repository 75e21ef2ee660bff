'use client'

import { List, ListItem, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Sentence } from '../../components/sentence.tsx'
import type { MarkedStep } from './mark-steps.ts'
import classes from './step-list.module.css'
import { useIsStalled } from './use-is-stalled.ts'

interface StepListProps<Key extends string> {
  readonly steps: readonly MarkedStep<Key>[]
  /** Further step contents, such as a button. */
  readonly extras?: Partial<Record<Key, ReactNode>>
  /** What windows look like in a step: shown in the current one, and on demand in those to come. */
  readonly pictures?: Partial<Record<Key, ReactNode>> | undefined
  /** Shows what to read out to the person at the PC in the current step. */
  readonly isReadOut?: boolean
  /** Results replacing the texts of finished steps. */
  readonly results?: Partial<Record<Key, string>>
}

/** Numbered steps, ticked automatically. After 60 seconds without progress the current one shows its usual causes. */
export function StepList<Key extends string>({
  steps,
  extras = {},
  pictures = {},
  results = {},
  isReadOut = false,
}: StepListProps<Key>) {
  const current = steps.find(({ progress }) => progress === 'current')
  const isStalled = useIsStalled(current?.key)
  return (
    <>
      <VisuallyHidden role="status">
        {current ? `Current step: ${current.title}` : 'The set-up is complete.'}
      </VisuallyHidden>
      <ol className={classes.steps}>
        {steps.map((step, index) => {
          const result = step.progress === 'done' ? results[step.key] : undefined
          return (
            <li
              key={step.key}
              className={classes.step}
              data-progress={step.progress}
              aria-current={step.progress === 'current' ? 'step' : undefined}
            >
              <span className={classes.mark} aria-hidden>
                {step.progress === 'done' ? <IconCheck size={16} /> : index + 1}
              </span>
              <Stack gap={6} pt={3}>
                <Text fw={500}>
                  {step.title}
                  {step.progress === 'done' && <VisuallyHidden>, done</VisuallyHidden>}
                </Text>
                {result !== undefined ? (
                  <Text>
                    <bdi>{result}</bdi>
                  </Text>
                ) : (
                  <Text c="dimmed" maw="64ch">
                    <Sentence>{step.text}</Sentence>
                  </Text>
                )}
                {step.progress === 'current' && isReadOut && <ReadOut text={step.readOut} />}
                {step.progress === 'current' && isStalled && <Causes causes={step.causes} />}
                {extras[step.key]}
                {step.progress !== 'done' && pictures[step.key] && (
                  <details open={step.progress === 'current'}>
                    <summary>What you see</summary>
                    {pictures[step.key]}
                  </details>
                )}
              </Stack>
            </li>
          )
        })}
      </ol>
    </>
  )
}

/** Shows what the admin says on the phone, who does not see the screen of the PC. */
function ReadOut({ text }: { text: string }) {
  return (
    <div className={classes.readOut} role="note" aria-label="To read out on the phone">
      <Text size="xs" c="dimmed">
        To read out on the phone
      </Text>
      <Text maw="64ch">“{text}”</Text>
    </div>
  )
}

function Causes({ causes }: Pick<MarkedStep, 'causes'>) {
  return (
    <Stack gap={4} role="note" aria-label="Usual causes">
      <Text size="sm" c="var(--bridge-warning)">
        This takes longer than usual. The usual causes:
      </Text>
      <List size="sm" spacing={2}>
        {causes.map((cause) => (
          <ListItem key={cause}>{cause}</ListItem>
        ))}
      </List>
    </Stack>
  )
}
