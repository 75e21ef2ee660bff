'use client'

import { Menu, MenuDropdown, MenuItem, MenuTarget } from '@mantine/core'
import { CopyAsButton } from './copy-as-button.tsx'
import { type CopyLanguage, copyLanguages } from './copy-request-as.ts'

/** Lists the languages for copying a request. */
export default function CopyAsMenu({ onCopy }: { onCopy: (language: CopyLanguage) => void }) {
  return (
    <Menu position="bottom-start">
      <MenuTarget>
        <CopyAsButton />
      </MenuTarget>
      <MenuDropdown>
        {copyLanguages.map((language) => (
          <MenuItem key={language} onClick={() => onCopy(language)}>
            {language}
          </MenuItem>
        ))}
      </MenuDropdown>
    </Menu>
  )
}
