import Link from 'next/link'
import { differencesHref, entityHref } from './entity-pages.ts'
import classes from './field-switch.module.css'

interface FieldSwitchProps {
  readonly name: string
  readonly shown: 'all' | 'differences'
}

/** Switches between all fields of an entity and those that differ. Each has an address, so the switch needs no scripts. */
export function FieldSwitch({ name, shown }: FieldSwitchProps) {
  return (
    <nav className={classes.switch} aria-label="Fields shown">
      <Link href={entityHref(name)} aria-current={shown === 'all' ? 'page' : undefined} prefetch={false}>
        All fields
      </Link>
      <Link href={differencesHref(name)} aria-current={shown === 'differences' ? 'page' : undefined} prefetch={false}>
        Differences only
      </Link>
    </nav>
  )
}
