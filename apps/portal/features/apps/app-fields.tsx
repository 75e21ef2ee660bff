'use client'

import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type AppSettings, appSettings, settingNames } from './app-settings.ts'
import { findRedirectUrisError } from './redirect-uris.ts'

export interface AppValues extends AppSettings {
  readonly name: string
  /** One in each line. */
  readonly redirectUris: string
}

export const maxNameCharacters = 80

/** Checks an app's fields while they are typed. */
export const appValidation = {
  name: (name: string) => (name.trim() === '' ? 'Enter a name that users recognize.' : null),
  redirectUris: findRedirectUrisError,
}

/** An app's fields. */
export function AppFields({ form }: { form: UseFormReturnType<AppValues> }) {
  return (
    <>
      <TextInput
        label="Name"
        description="Users see it on the consent page."
        maxLength={maxNameCharacters}
        dir="auto"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Textarea
        label="Redirect URIs"
        description="One per line, at most 10. Absolute URLs with https; http only for localhost."
        placeholder="https://app.example.com/callback"
        autosize
        minRows={2}
        maxRows={10}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        {...form.getInputProps('redirectUris')}
      />
      {settingNames.map((name) => {
        const { label, description, values } = appSettings[name]
        return (
          <NativeSelect
            key={name}
            label={label}
            description={description}
            data={Object.entries(values).map(([value, text]) => ({ value, label: text }))}
            {...form.getInputProps(name)}
          />
        )
      })}
    </>
  )
}
