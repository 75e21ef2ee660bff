'use client'

import type { RealmId } from '@bridge/agent-protocol'
import { Button, Code, Group, NativeSelect, NumberInput, Stack, Switch, Text, TextInput, Title } from '@mantine/core'
import { FailedChange } from '../../components/failed-change.tsx'
import { FailedState } from '../../components/failed-state.tsx'
import { BlockSkeleton } from '../../components/skeletons.tsx'
import { TextLink } from '../../components/text-link.tsx'
import classes from './sandbox-failures.module.css'
import type { FaultValues, SandboxFault } from './sandbox-faults.ts'
import { useSandboxFaults } from './use-sandbox-faults.ts'

/** Turns a sandbox's faults on and off. */
export function SandboxFailures({ realmId }: { realmId: RealmId }) {
  const { change, clear, faults, values, active, error, retry, setValue, turnOff } = useSandboxFaults(realmId)
  return (
    <section aria-label="Failures">
      <Group justify="space-between" mb="sm" align="flex-start">
        <div>
          <Title order={2} size="h3">
            Failures
          </Title>
          <Text c="dimmed" maw="70ch">
            Make this sandbox fail as a company file can, and test what your integration does then.
          </Text>
        </div>
        {active.length > 0 && (
          <Button variant="default" onClick={turnOff}>
            Turn all off
          </Button>
        )}
      </Group>
      {error && !values && (
        <FailedState error={error} title="The failure switches could not be loaded" retry={() => void retry()} />
      )}
      {!error && !values && <BlockSkeleton height={640} />}
      {(change.isError || clear.isError) && (
        <Stack gap="sm" mb="md">
          <FailedChange change={change} title="The failure was not changed" />
          <FailedChange change={clear} title="The failures are still on" />
        </Stack>
      )}
      {values && (
        <ul className={classes.list}>
          {faults.map((fault) => (
            <li key={fault.name} className={classes.row} data-qualifies={fault.type === 'choice' || undefined}>
              <Stack gap={2}>
                <Text fw={500} id={`fault-${fault.name}`}>
                  {fault.title}
                </Text>
                <Text size="sm" c="dimmed">
                  {fault.description}
                </Text>
              </Stack>
              <Stack gap={2}>
                {fault.code && (
                  <Text size="sm" component="div">
                    <TextLink href={`/docs/errors/${fault.code}`}>
                      <Code px={0} bg="transparent">
                        {fault.code}
                      </Code>
                    </TextLink>
                  </Text>
                )}
                <Text size="sm">{fault.advice}</Text>
              </Stack>
              <FaultControl fault={fault} values={values} onChange={(value) => setValue(fault.name, value)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface FaultControlProps {
  readonly fault: SandboxFault
  readonly values: FaultValues
  readonly onChange: (value: FaultValues[keyof FaultValues]) => void
}

function FaultControl({ fault, values, onChange }: FaultControlProps) {
  const value = values[fault.name]
  const label = { 'aria-labelledby': `fault-${fault.name}` }
  switch (fault.type) {
    case 'flag':
      return (
        <Switch
          {...label}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
          label={value === true ? 'On, until you turn it off' : 'Off'}
          className={classes.control}
        />
      )
    case 'date':
      return (
        <TextInput
          {...label}
          type="date"
          className={classes.control}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
        />
      )
    case 'choice':
      return (
        <NativeSelect
          {...label}
          className={classes.control}
          value={String(value)}
          data={(fault.choices ?? []).map(String)}
          onChange={(event) => onChange(Number(event.currentTarget.value) as FaultValues[keyof FaultValues])}
        />
      )
    case 'count':
    case 'milliseconds':
      return (
        <NumberInput
          {...label}
          className={classes.control}
          value={Number(value)}
          min={0}
          max={fault.max ?? 0}
          step={fault.type === 'count' ? 1 : 500}
          suffix={fault.type === 'count' ? (value === 1 ? ' time' : ' times') : ' ms'}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="strict"
          onChange={(next) => {
            if (typeof next === 'number') onChange(next as FaultValues[keyof FaultValues])
          }}
        />
      )
  }
}
