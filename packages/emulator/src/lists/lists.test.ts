import { child, childText, type Element } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { only, openTestCompany, sendXml } from '../../test/company.fixture.ts'
import type { Company } from '../company/company.ts'

function customerAdd(fields: string) {
  return `<CustomerAddRq><CustomerAdd>${fields}</CustomerAdd></CustomerAddRq>`
}
function customerMod(id: string, token: string, fields: string) {
  return `<CustomerModRq><CustomerMod><ListID>${id}</ListID><EditSequence>${token}</EditSequence>${fields}</CustomerMod></CustomerModRq>`
}
function getId(record: Element) {
  return childText(record, 'ListID') ?? ''
}
function getEditSequence(record: Element) {
  return childText(record, 'EditSequence') ?? ''
}
async function add(company: Company, fields: string) {
  return only(await sendXml(company, customerAdd(fields)))
}

const notInList = 'QuickBooks error message: Invalid argument.  The specified record does not exist in the list.'

describe('adding a list record', () => {
  it('derives ID, times and EditSequence from the clock', async () => {
    const { company } = openTestCompany({ switches: { utcOffsetMinutes: -300 } })
    const record = await add(company, '<Name>Smith</Name><Phone>1</Phone>')
    expect(getId(record)).toMatch(/^8000000\d-1773655200$/)
    expect(getEditSequence(record)).toBe('1773655200')
    expect(childText(record, 'TimeCreated')).toBe('2026-03-16T05:00:00-05:00')
    expect(childText(record, 'TimeModified')).toBe('2026-03-16T05:00:00-05:00')
    expect(record.children.map((each) => each.name)).toEqual(
      expect.arrayContaining(['Name', 'FullName', 'IsActive', 'Sublevel', 'Phone', 'Balance', 'TotalBalance']),
    )
  })

  it('returns only the requested elements', async () => {
    const { company } = openTestCompany()
    const selection = '<IncludeRetElement>Name</IncludeRetElement>'
    const xml = `<CustomerAddRq><CustomerAdd><Name>Smith</Name><Phone>1</Phone></CustomerAdd>${selection}</CustomerAddRq>`
    expect(only(await sendXml(company, xml)).children.map((each) => each.name)).toEqual(['Name'])
  })

  it('returns a required value of an aggregate that was sent empty', async () => {
    const { company } = openTestCompany()
    const contact = '<ContactName>Mary</ContactName><ContactValue></ContactValue>'
    const xml = `<EmployeeAddRq><EmployeeAdd><FirstName>Ann</FirstName><EmergencyContacts><PrimaryContact>${contact}</PrimaryContact></EmergencyContacts></EmployeeAdd></EmployeeAddRq>`
    const contacts = child(only(await sendXml(company, xml)), 'EmergencyContacts')
    const primary = contacts && child(contacts, 'PrimaryContact')
    expect(primary && [childText(primary, 'ContactName'), childText(primary, 'ContactValue')]).toEqual(['Mary', ''])
  })

  it('adds a job to a customer', async () => {
    const { company } = openTestCompany()
    await add(company, '<Name>Smith</Name>')
    const job = await add(company, '<Name>Roof</Name><ParentRef><FullName>smith</FullName></ParentRef>')
    expect(childText(job, 'FullName')).toBe('Smith:Roof')
    expect(childText(job, 'Sublevel')).toBe('1')
  })

  it('rejects a name that an inactive record or a vendor uses, in any case', async () => {
    const { company } = openTestCompany()
    await add(company, '<Name>Smith</Name><IsActive>false</IsActive>')
    await sendXml(company, '<VendorAddRq><VendorAdd><Name>Jones</Name></VendorAdd></VendorAddRq>')
    for (const name of ['Smith', 'SMITH', 'Jones']) {
      expect(await sendXml(company, customerAdd(`<Name>${name}</Name>`))).toMatchObject({
        statusCode: 3100,
        statusSeverity: 'Error',
        statusMessage: `The name "${name}" of the list element is already in use.`,
        elements: [],
      })
    }
  })

  it('allows the same name under different parents', async () => {
    const { company } = openTestCompany()
    for (const name of ['A', 'B']) {
      await add(company, `<Name>${name}</Name>`)
      await add(company, `<Name>Job</Name><ParentRef><FullName>${name}</FullName></ParentRef>`)
    }
    expect((await sendXml(company, '<CustomerQueryRq/>')).elements).toHaveLength(4)
  })

  it.each([
    ['a colon', '<Name>A:B</Name>', 3090, undefined],
    [
      'a name that is too long',
      `<Name>${'x'.repeat(42)}</Name>`,
      3070,
      `The string "${'x'.repeat(42)}" in the field "Name" is too long.`,
    ],
    ['no name', '<Name/>', 3150, undefined],
    [
      'an unknown parent',
      '<Name>A</Name><ParentRef><FullName>No</FullName></ParentRef>',
      3130,
      `There is an invalid reference to a parent "No" in the Customers list.  ${notInList}`,
    ],
    [
      'an unknown reference',
      '<Name>A</Name><TermsRef><FullName>No</FullName></TermsRef>',
      3140,
      `There is an invalid reference to QuickBooks Terms "No" in the Customer.  ${notInList}`,
    ],
    ['a malformed id', '<Name>A</Name><TermsRef><ListID>x y</ListID></TermsRef>', 3000, undefined],
    ['an unknown enumeration value', '<Name>A</Name><JobStatus>Lost</JobStatus>', undefined, undefined],
  ])('rejects %s', async (_what, fields, statusCode, statusMessage) => {
    const { company } = openTestCompany()
    const before = await company.recordCount()
    const response = await sendXml(company, customerAdd(fields))
    expect(response.statusSeverity).toBe('Error')
    if (statusCode !== undefined) expect(response.statusCode).toBe(statusCode)
    if (statusMessage !== undefined) expect(response.statusMessage).toBe(statusMessage)
    expect(await company.recordCount()).toBe(before)
  })

  it('rejects a sixth level', async () => {
    const { company } = openTestCompany()
    await add(company, '<Name>0</Name>')
    let path = '0'
    for (let level = 1; level < 5; level++) {
      await add(company, `<Name>${level}</Name><ParentRef><FullName>${path}</FullName></ParentRef>`)
      path += `:${level}`
    }
    const tooDeep = customerAdd(`<Name>5</Name><ParentRef><FullName>${path}</FullName></ParentRef>`)
    expect((await sendXml(company, tooDeep)).statusSeverity).toBe('Error')
  })

  it('posts an opening balance', async () => {
    const { company } = openTestCompany()
    const record = await add(company, '<Name>Smith</Name><OpenBalance>12.50</OpenBalance>')
    expect(childText(record, 'Balance')).toBe('12.50')
  })
})

describe('changing a list record', () => {
  it('keeps omitted fields, clears empty ones and changes the EditSequence', async () => {
    const { company } = openTestCompany()
    const record = await add(company, '<Name>Smith</Name><Phone>1</Phone><Fax>2</Fax>')
    const response = await sendXml(
      company,
      customerMod(getId(record), getEditSequence(record), '<Phone/><Email>a@b.c</Email>'),
    )
    const changed = only(response)
    expect(child(changed, 'Phone')).toBeUndefined()
    expect(childText(changed, 'Fax')).toBe('2')
    expect(childText(changed, 'Email')).toBe('a@b.c')
    expect(Number(getEditSequence(changed))).toBe(Number(getEditSequence(record)) + 1)
    expect(childText(changed, 'TimeCreated')).toBe(childText(record, 'TimeCreated'))
  })

  it('changes an address field by field', async () => {
    const { company } = openTestCompany()
    const record = await add(
      company,
      '<Name>Smith</Name><BillAddress><Addr1>One</Addr1><City>Old</City><PostalCode>1</PostalCode></BillAddress>',
    )
    const address = '<BillAddress><Addr2>Two</Addr2><City>New</City></BillAddress>'
    const changed = only(await sendXml(company, customerMod(getId(record), getEditSequence(record), address)))
    expect(child(changed, 'BillAddress')?.children.map(({ name, text }) => `${name}=${text}`)).toEqual([
      'Addr1=One',
      'Addr2=Two',
      'City=New',
      'PostalCode=1',
    ])
    expect(child(changed, 'BillAddressBlock')?.children.map(({ text }) => text)).toEqual(['One', 'Two', 'New 1'])
  })

  it('rejects an out-of-date EditSequence', async () => {
    const { company } = openTestCompany()
    const record = await add(company, '<Name>Smith</Name>')
    expect(await sendXml(company, customerMod(getId(record), '1', '<Phone>2</Phone>'))).toMatchObject({
      statusCode: 3200,
      statusMessage: 'The provided edit sequence "1" is out-of-date.',
    })
  })

  it('rejects an unknown record', async () => {
    const { company } = openTestCompany()
    expect(await sendXml(company, customerMod('80000099-1', '1', '<Phone>2</Phone>'))).toMatchObject({
      statusCode: 3120,
      statusMessage: `Object "80000099-1" specified in the request cannot be found.  ${notInList}`,
    })
    expect((await sendXml(company, customerMod('nonsense', '1', '<Phone>2</Phone>'))).statusCode).toBe(3000)
  })

  it('renames jobs along with their customer', async () => {
    const { company } = openTestCompany()
    const record = await add(company, '<Name>Smith</Name>')
    await add(company, '<Name>Roof</Name><ParentRef><FullName>Smith</FullName></ParentRef>')
    await sendXml(company, customerMod(getId(record), getEditSequence(record), '<Name>Miller</Name>'))
    const query = (name: string) => `<CustomerQueryRq><FullName>${name}</FullName></CustomerQueryRq>`
    expect(childText(only(await sendXml(company, query('Miller:Roof'))), 'Name')).toBe('Roof')
    expect((await sendXml(company, query('Smith:Roof'))).statusCode).toBe(500)
  })

  it('rejects a record as its own ancestor', async () => {
    const { company } = openTestCompany()
    const record = await add(company, '<Name>Smith</Name>')
    await add(company, '<Name>Roof</Name><ParentRef><FullName>Smith</FullName></ParentRef>')
    const below = '<ParentRef><FullName>Smith:Roof</FullName></ParentRef>'
    expect((await sendXml(company, customerMod(getId(record), getEditSequence(record), below))).statusCode).toBe(3210)
  })

  it.each(['<TermsRef/>', '<TermsRef><ListID/></TermsRef>', '<TermsRef><FullName/></TermsRef>'])(
    'clears a reference with %s',
    async (empty) => {
      const { company } = openTestCompany()
      const record = await add(company, '<Name>Smith</Name><TermsRef><FullName>Net 30</FullName></TermsRef>')
      expect(child(record, 'TermsRef')).toBeDefined()
      const changed = only(await sendXml(company, customerMod(getId(record), getEditSequence(record), empty)))
      expect(child(changed, 'TermsRef')).toBeUndefined()
    },
  )

  it('rejects clearing a reference that a record must have', async () => {
    const { company } = openTestCompany()
    const record = await add(company, '<Name>Smith</Name>')
    const empty = '<SalesTaxCodeRef><ListID/></SalesTaxCodeRef>'
    const response = await sendXml(company, customerMod(getId(record), getEditSequence(record), empty))
    expect(response.statusCode).toBe(3190)
  })

  it('rejects switching between one price and two', async () => {
    const { company } = openTestCompany({ template: 'starter' })
    const item = only(await sendXml(company, '<ItemServiceQueryRq><FullName>Design</FullName></ItemServiceQueryRq>'))
    const mod = (fields: string) =>
      `<ItemServiceModRq><ItemServiceMod><ListID>${getId(item)}</ListID><EditSequence>${getEditSequence(item)}</EditSequence>${fields}</ItemServiceMod></ItemServiceModRq>`
    const both = '<SalesAndPurchaseMod><SalesDesc>x</SalesDesc></SalesAndPurchaseMod>'
    expect((await sendXml(company, mod(both))).statusCode).toBe(3210)
    const changed = only(await sendXml(company, mod('<SalesOrPurchaseMod><Price>9.5</Price></SalesOrPurchaseMod>')))
    const sale = child(changed, 'SalesOrPurchase')
    expect(sale?.children.map(({ name }) => name)).toEqual(['Desc', 'Price', 'AccountRef'])
    expect(sale && childText(sale, 'Price')).toBe('9.50')
  })
})

describe('deleting a list record', () => {
  const remove = (type: string, id: string) =>
    `<ListDelRq><ListDelType>${type}</ListDelType><ListID>${id}</ListID></ListDelRq>`

  it('removes an unused record and keeps the deletion for 90 days', async () => {
    const { company, advance } = openTestCompany()
    const record = await add(company, '<Name>Smith</Name>')
    const response = await sendXml(company, remove('Customer', getId(record)))
    expect(response.elements.map(({ name }) => name)).toEqual(['ListDelType', 'ListID', 'TimeDeleted', 'FullName'])
    expect((await sendXml(company, '<CustomerQueryRq/>')).statusCode).toBe(1)

    const deleted = '<ListDeletedQueryRq><ListDelType>Customer</ListDelType></ListDeletedQueryRq>'
    const found = only(await sendXml(company, deleted))
    expect(childText(found, 'ListID')).toBe(getId(record))
    advance(91 * 24 * 60 * 60)
    expect((await sendXml(company, deleted)).statusCode).toBe(1)
  })

  it('rejects a record in use, and all deletions in multi-user mode', async () => {
    const { company } = openTestCompany({ template: 'starter' })
    const item = only(await sendXml(company, '<ItemServiceQueryRq><FullName>Design</FullName></ItemServiceQueryRq>'))
    expect((await sendXml(company, remove('ItemService', getId(item)))).statusCode).toBe(3160)
    company.switches.multiUser = true
    expect((await sendXml(company, remove('ItemService', getId(item)))).statusCode).toBe(3162)
  })

  it('deleting a list record never reuses an ID', async () => {
    const { company } = openTestCompany()
    const first = await add(company, '<Name>Smith</Name>')
    await sendXml(company, remove('Customer', getId(first)))
    expect(getId(await add(company, '<Name>Smith</Name>'))).not.toBe(getId(first))
  })
})
