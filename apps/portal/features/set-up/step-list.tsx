'use client'

import { List, ListItem, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { getSetUpSteps, type SetUpFacts, type SetUpStep, type SetUpStepKey } from './set-up-steps.ts'
import classes from './step-list.module.css'
import { useIsStalled } from './use-is-stalled.ts'

interface StepListProps {
  readonly facts: SetUpFacts
  /** Further contents of steps, such as a button. */
  readonly extras?: Partial<Record<SetUpStepKey, ReactNode>>
}

/** Numbered steps that tick themselves. After 60 seconds without progress the current one shows its usual causes. */
export function StepList({ facts, extras = {} }: StepListProps) {
  const steps = getSetUpSteps(facts)
  const current = steps.find(({ progress }) => progress === 'current')
  const isStalled = useIsStalled(current?.key)
  return (
    <>
      <VisuallyHidden role="status">
        {current ? `Current step: ${current.title}` : 'The set-up is complete.'}
      </VisuallyHidden>
      <ol className={classes.steps}>
        {steps.map((step, index) => (
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
              {step.key === 'read' && step.progress === 'done' ? (
                <Text dir="auto">{facts.companyName}</Text>
              ) : (
                <Text c="dimmed" maw="64ch">
                  {step.text}
                </Text>
              )}
              {step.progress === 'current' && isStalled && <Causes step={step} />}
              {extras[step.key]}
            </Stack>
          </li>
        ))}
      </ol>
    </>
  )
}

function Causes({ step }: { step: SetUpStep }) {
  return (
    <Stack gap={4} role="note" aria-label="Usual causes">
      <Text size="sm" c="var(--bridge-warning)">
        This takes longer than usual. The usual causes:
      </Text>
      <List size="sm" spacing={2}>
        {step.causes.map((cause) => (
          <ListItem key={cause}>{cause}</ListItem>
        ))}
      </List>
    </Stack>
  )
}
