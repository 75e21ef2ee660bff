/** Customers, vendors, employees and other names. The notation is explained in `notation.ts`. */
export const names = `
shipToAddress {
  Name(41) Addr1(41)? Addr2(41)? Addr3(41)? Addr4(41)? Addr5(41)? City(31)? State(21)? PostalCode(13)?
  Country(31)? Note(41)? DefaultShipTo:bool?
}

contacts {
  Salutation(15)? FirstName(25) MiddleName(5)? LastName(25)? JobTitle(41)?
  AdditionalContactRef{additionalContact}*
}

creditCardInfo {
  CreditCardNumber(25)? ExpirationMonth:int[1..12]? ExpirationYear:int? NameOnCard(41)? CreditCardAddress(41)?
  CreditCardPostalCode(41)?
}

jobStatus = Awarded/Closed/InProgress/None/NotAwarded/Pending

CustomerAddRq {
  CustomerAdd {
    Name(41) IsActive:bool? ClassRef<159>? ParentRef<>? CompanyName(41)? Salutation(15)? FirstName(25)?
    MiddleName(5)? LastName(25)? JobTitle(41)? BillAddress{address}? ShipAddress{address}?
    ShipToAddress{shipToAddress}* Phone(21)? AltPhone(21)? Fax(21)? Email(1023)? Cc(1023)? Contact(41)?
    AltContact(41)? AdditionalContactRef{additionalContact}* Contacts{contacts}* CustomerTypeRef<159>?
    TermsRef<31>? SalesRepRef<5>? OpenBalance:amt? OpenBalanceDate:date? SalesTaxCodeRef<3>?
    ItemSalesTaxRef<31>? ResaleNumber(15)? AccountNumber(99)? CreditLimit:amt? PreferredPaymentMethodRef<31>?
    CreditCardInfo{creditCardInfo}? JobStatus=jobStatus? JobStartDate:date? JobProjectedEndDate:date?
    JobEndDate:date? JobDesc(99)? JobTypeRef<159>? Notes(4095)? AdditionalNotes{Note(4095)}*
    PreferredDeliveryMethod=None/Email/Fax? PriceLevelRef<31>? ExternalGUID:guid? CurrencyRef<64>?
  }
  IncludeRetElement(50)*
}

contactsRet {
  listIdentity Contact(41)? Salutation(15)? FirstName(25) MiddleName(5)? LastName(25)? JobTitle(41)?
  AdditionalContactRef{additionalContact}*
}

customerRet {
  listIdentity Name(41) FullName(209) IsActive:bool? ClassRef<159>? ParentRef<>? Sublevel:int CompanyName(41)?
  Salutation(15)? FirstName(25)? MiddleName(5)? LastName(25)? JobTitle(41)? BillAddress{address}?
  BillAddressBlock{addressBlock}? ShipAddress{address}? ShipAddressBlock{addressBlock}?
  ShipToAddress{shipToAddress}* Phone(21)? AltPhone(21)? Fax(21)? Email(1023)? Cc(1023)? Contact(41)?
  AltContact(41)? AdditionalContactRef{additionalContact}* ContactsRet{contactsRet}* CustomerTypeRef<159>?
  TermsRef<31>? SalesRepRef<5>? Balance:amt? TotalBalance:amt? SalesTaxCodeRef<3>? ItemSalesTaxRef<31>?
  ResaleNumber(15)? AccountNumber(99)? CreditLimit:amt? PreferredPaymentMethodRef<31>?
  CreditCardInfo{creditCardInfo}? JobStatus=jobStatus? JobStartDate:date? JobProjectedEndDate:date?
  JobEndDate:date? JobDesc(99)? JobTypeRef<159>? Notes(4095)?
  AdditionalNotesRet{NoteID:int Date:date Note(4095)}* PreferredDeliveryMethod=None/Email/Fax?
  PriceLevelRef<31>? ExternalGUID:guid? CurrencyRef<64>? DataExtRet{dataExtRet}*
}

CustomerAddRs { CustomerRet{customerRet}? ErrorRecovery{errorRecovery}? }

contactsMod {
  ListID:id EditSequence(16) Salutation(15)? FirstName(25) MiddleName(5)? LastName(25)? JobTitle(41)?
  AdditionalContactRef{additionalContact}*
}

CustomerModRq {
  CustomerMod {
    ListID:id EditSequence(16) Name(41)? IsActive:bool? ClassRef<159>? ParentRef<>? CompanyName(41)?
    Salutation(15)? FirstName(25)? MiddleName(5)? LastName(25)? JobTitle(41)? BillAddress{address}?
    ShipAddress{address}? ShipToAddress{shipToAddress}* Phone(21)? AltPhone(21)? Fax(21)? Email(1023)? Cc(1023)?
    Contact(41)? AltContact(41)? AdditionalContactRef{additionalContact}* ContactsMod{contactsMod}*
    CustomerTypeRef<159>? TermsRef<31>? SalesRepRef<5>? SalesTaxCodeRef<3>? ItemSalesTaxRef<31>?
    ResaleNumber(15)? AccountNumber(99)? CreditLimit:amt? PreferredPaymentMethodRef<31>?
    CreditCardInfo{creditCardInfo}? JobStatus=jobStatus? JobStartDate:date? JobProjectedEndDate:date?
    JobEndDate:date? JobDesc(99)? JobTypeRef<159>? Notes(4095)? AdditionalNotesMod{NoteID:int Note(4095)}*
    PreferredDeliveryMethod=None/Email/Fax? PriceLevelRef<31>? CurrencyRef<64>?
  }
  IncludeRetElement(50)*
}

CustomerModRs { CustomerRet{customerRet}? ErrorRecovery{errorRecovery}? }

CustomerQueryRq @iterator {
  (
    ListID:id+
  | FullName+
  | listFilters
    TotalBalanceFilter{Operator=LessThan/LessThanEqual/Equal/GreaterThan/GreaterThanEqual Amount:amt}?
    CurrencyFilter{currencyFilter}? ClassFilter{recordFilter}?
  )?
  IncludeRetElement(50)* OwnerID:guid*
}

CustomerQueryRs @iterator { CustomerRet{customerRet}* }
employeeAddress { Addr1(41)? Addr2(41)? City(31)? State(21)? PostalCode(13)? }

emergencyContact {
  ContactName(40) ContactValue(255)
  Relation=Spouse/Partner/Mother/Father/Sister/Brother/Son/Daughter/Friend/Other?
}

emergencyContacts { PrimaryContact{emergencyContact}? SecondaryContact{emergencyContact}? }
employeeType = Officer/Owner/Regular/Statutory
ethnicity = AmericianIndian/Asian/Black/Hawaiian/Hispanic/White/TwoOrMoreRaces

paidHours {
  HoursAvailable:interval? AccrualPeriod=BeginningOfYear/EveryHourOnPaycheck/EveryPaycheck?
  HoursAccrued:interval? MaximumHours:interval? IsResettingHoursEachNewYear:bool? HoursUsed:interval?
  AccrualStartDate:date?
}

employeePayrollInfo {
  PayPeriod=Daily/Weekly/Biweekly/Semimonthly/Monthly/Quarterly/Yearly? ClassRef<159>?
  (ClearEarnings:bool | Earnings{PayrollItemWageRef<31> (Rate:price | RatePercent:percent)?}+)?
  UseTimeDataToCreatePaychecks=NotSet/UseTimeData/DoNotUseTimeData? SickHours{paidHours}?
  VacationHours{paidHours}?
}

EmployeeAddRq {
  EmployeeAdd {
    IsActive:bool? Salutation(15)? FirstName(25)? MiddleName(5)? LastName(25)? JobTitle(41)? SupervisorRef<209>?
    Department(31)? Description(64)? TargetBonus:amt? EmployeeAddress{employeeAddress}? PrintAs(41)? Phone(21)?
    Mobile(21)? Pager(21)? PagerPIN(10)? AltPhone(21)? Fax(21)? SSN(15)? Email(1023)?
    AdditionalContactRef{additionalContact}* EmergencyContacts{emergencyContacts}? EmployeeType=employeeType?
    PartOrFullTime=PartTime/FullTime? Exempt=Exempt/NonExempt? KeyEmployee=Yes/No? Gender=Male/Female?
    HiredDate:date? OriginalHireDate:date? AdjustedServiceDate:date? ReleasedDate:date? BirthDate:date?
    USCitizen=Yes/No? Ethnicity=ethnicity? Disabled=Yes/No? DisabilityDesc(25)? OnFile=Yes/No?
    WorkAuthExpireDate:date? USVeteran=Yes/No? MilitaryStatus=Active/Reserve? AccountNumber(99)? Notes(4095)?
    AdditionalNotes{Note(4095)}* BillingRateRef<31>? EmployeePayrollInfo{employeePayrollInfo}?
    ExternalGUID:guid?
  }
  IncludeRetElement(50)*
}

employeeRet {
  listIdentity Name(41) IsActive:bool? Salutation(15)? FirstName(25)? MiddleName(5)? LastName(25)? JobTitle(41)?
  SupervisorRef<209>? Department(31)? Description(64)? TargetBonus:amt? EmployeeAddress{employeeAddress}?
  PrintAs(41)? Phone(21)? Mobile(21)? Pager(21)? PagerPIN(10)? AltPhone(21)? Fax(21)? SSN(11)? Email(1023)?
  AdditionalContactRef{additionalContact}* EmergencyContacts{emergencyContacts}? EmployeeType=employeeType?
  PartOrFullTime=PartTime/FullTime? Exempt=Exempt/NonExempt? KeyEmployee=Yes/No? Gender=Male/Female?
  HiredDate:date? OriginalHireDate:date? AdjustedServiceDate:date? ReleasedDate:date? BirthDate:date?
  USCitizen=Yes/No? Ethnicity=ethnicity? Disabled=Yes/No? DisabilityDesc(25)? OnFile=Yes/No?
  WorkAuthExpireDate:date? USVeteran=Yes/No? MilitaryStatus=Active/Reserve? AccountNumber(99)? Notes(4095)?
  AdditionalNotesRet{NoteID:int Date:date Note(4095)}* BillingRateRef<31>?
  EmployeePayrollInfo{employeePayrollInfo}? ExternalGUID:guid? DataExtRet{dataExtRet}*
}

EmployeeAddRs { EmployeeRet{employeeRet}? ErrorRecovery{errorRecovery}? }

EmployeeModRq {
  EmployeeMod {
    ListID:id EditSequence(16) IsActive:bool? Salutation(15)? FirstName(25)? MiddleName(5)? LastName(25)?
    JobTitle(41)? SupervisorRef<209>? Department(31)? Description(64)? TargetBonus:amt?
    EmployeeAddress{employeeAddress}? PrintAs(41)? Phone(21)? Mobile(21)? Pager(21)? PagerPIN(10)? AltPhone(21)?
    Fax(21)? Email(1023)? AdditionalContactRef{additionalContact}* EmergencyContacts{emergencyContacts}?
    EmployeeType=employeeType? PartOrFullTime=PartTime/FullTime? Exempt=Exempt/NonExempt? KeyEmployee=Yes/No?
    HiredDate:date? OriginalHireDate:date? AdjustedServiceDate:date? ReleasedDate:date? BirthDate:date?
    USCitizen=Yes/No? Ethnicity=ethnicity? Disabled=Yes/No? DisabilityDesc(25)? OnFile=Yes/No?
    WorkAuthExpireDate:date? USVeteran=Yes/No? MilitaryStatus=Active/Reserve? AccountNumber(99)? Notes(4095)?
    AdditionalNotesMod{NoteID:int Note(4095)}* BillingRateRef<31>? EmployeePayrollInfoMod{employeePayrollInfo}?
  }
  IncludeRetElement(50)*
}

EmployeeModRs { EmployeeRet{employeeRet}? ErrorRecovery{errorRecovery}? }
EmployeeQueryRq @metaData { (ListID:id+ | FullName+ | listFilters)? IncludeRetElement(50)* OwnerID:guid* }
EmployeeQueryRs @metaData { EmployeeRet{employeeRet}* }

OtherNameAddRq {
  OtherNameAdd {
    Name(41) IsActive:bool? CompanyName(41)? Salutation(15)? FirstName(25)? MiddleName(5)? LastName(25)?
    OtherNameAddress{address}? Phone(21)? AltPhone(21)? Fax(21)? Email(1023)? Contact(41)? AltContact(41)?
    AccountNumber(99)? Notes(4095)? ExternalGUID:guid?
  }
  IncludeRetElement(50)*
}

otherNameRet {
  listIdentity Name(41) IsActive:bool? CompanyName(41)? Salutation(15)? FirstName(25)? MiddleName(5)?
  LastName(25)? OtherNameAddress{address}? OtherNameAddressBlock{addressBlock}? Phone(21)? AltPhone(21)?
  Fax(21)? Email(1023)? Contact(41)? AltContact(41)? AccountNumber(99)? Notes(4095)? ExternalGUID:guid?
  DataExtRet{dataExtRet}*
}

OtherNameAddRs { OtherNameRet{otherNameRet}? ErrorRecovery{errorRecovery}? }

OtherNameModRq {
  OtherNameMod {
    ListID:id EditSequence(16) Name(41)? IsActive:bool? CompanyName(41)? Salutation(15)? FirstName(25)?
    MiddleName(5)? LastName(25)? OtherNameAddress{address}? Phone(21)? AltPhone(21)? Fax(21)? Email(1023)?
    Contact(41)? AltContact(41)? AccountNumber(99)? Notes(4095)?
  }
  IncludeRetElement(50)*
}

OtherNameModRs { OtherNameRet{otherNameRet}? ErrorRecovery{errorRecovery}? }
OtherNameQueryRq @metaData { (ListID:id+ | FullName+ | listFilters)? IncludeRetElement(50)* OwnerID:guid* }
OtherNameQueryRs @metaData { OtherNameRet{otherNameRet}* }

VendorAddRq {
  VendorAdd {
    Name(41) IsActive:bool? ClassRef<159>? CompanyName(41)? Salutation(15)? FirstName(25)? MiddleName(5)?
    LastName(25)? JobTitle(41)? VendorAddress{address}? ShipAddress{address}? Phone(21)? AltPhone(21)? Fax(21)?
    Email(1023)? Cc(1023)? Contact(41)? AltContact(41)? AdditionalContactRef{additionalContact}*
    Contacts{contacts}* NameOnCheck(41)? AccountNumber(99)? Notes(4095)? AdditionalNotes{Note(4095)}*
    VendorTypeRef<159>? TermsRef<31>? CreditLimit:amt? VendorTaxIdent(15)? IsVendorEligibleFor1099:bool?
    OpenBalance:amt? OpenBalanceDate:date? BillingRateRef<31>? ExternalGUID:guid? PrefillAccountRef<159>*
    CurrencyRef<64>?
  }
  IncludeRetElement(50)*
}

vendorRet {
  listIdentity Name(41) IsActive:bool? ClassRef<159>? CompanyName(41)? Salutation(15)? FirstName(25)?
  MiddleName(5)? LastName(25)? JobTitle(41)? VendorAddress{address}? VendorAddressBlock{addressBlock}?
  ShipAddress{address}? Phone(21)? AltPhone(21)? Fax(21)? Email(1023)? Cc(1023)? Contact(41)? AltContact(41)?
  AdditionalContactRef{additionalContact}* ContactsRet{contactsRet}* NameOnCheck(41)? AccountNumber(99)?
  Notes(4095)? AdditionalNotesRet{NoteID:int Date:date Note(4095)}* VendorTypeRef<159>? TermsRef<31>?
  CreditLimit:amt? VendorTaxIdent(15)? IsVendorEligibleFor1099:bool? Balance:amt? BillingRateRef<31>?
  ExternalGUID:guid? PrefillAccountRef<159>* CurrencyRef<64>? DataExtRet{dataExtRet}*
}

VendorAddRs { VendorRet{vendorRet}? ErrorRecovery{errorRecovery}? }

VendorModRq {
  VendorMod {
    ListID:id EditSequence(16) Name(41)? IsActive:bool? ClassRef<159>? CompanyName(41)? Salutation(15)?
    FirstName(25)? MiddleName(5)? LastName(25)? JobTitle(41)? VendorAddress{address}? ShipAddress{address}?
    Phone(21)? AltPhone(21)? Fax(21)? Email(1023)? Cc(1023)? Contact(41)? AltContact(41)?
    AdditionalContactRef{additionalContact}* ContactsMod{contactsMod}* NameOnCheck(41)? AccountNumber(99)?
    Notes(4095)? AdditionalNotesMod{NoteID:int Note(4095)}* VendorTypeRef<159>? TermsRef<31>? CreditLimit:amt?
    VendorTaxIdent(15)? IsVendorEligibleFor1099:bool? BillingRateRef<31>? PrefillAccountRef<159>*
    CurrencyRef<64>?
  }
  IncludeRetElement(50)*
}

VendorModRs { VendorRet{vendorRet}? ErrorRecovery{errorRecovery}? }

VendorQueryRq @iterator {
  (
    ListID:id+
  | FullName+
  | listFilters
    TotalBalanceFilter{Operator=LessThan/LessThanEqual/Equal/GreaterThan/GreaterThanEqual Amount:amt}?
    CurrencyFilter{currencyFilter}? ClassFilter{recordFilter}?
  )?
  IncludeRetElement(50)* OwnerID:guid*
}

VendorQueryRs @iterator { VendorRet{vendorRet}* }
EntityQueryRq @iterator { (ListID:id+ | FullName+ | listFilters)? IncludeRetElement(50)* }

EntityQueryRs @iterator {
  (CustomerRet{customerRet} | EmployeeRet{employeeRet} | OtherNameRet{otherNameRet} | VendorRet{vendorRet})*
}
`
