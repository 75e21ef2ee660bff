import { connectorNamespace, listOperations } from './operations.ts'
import { escapeText } from './serialize-result.ts'

/** The result types in XML Schema. */
const resultTypes = { text: 's:string', texts: 'tns:ArrayOfString', integer: 's:int' } as const

/** Prints the service's WSDL 1.1 in the document style, for tools; the Web Connector has its own copy. */
export function serializeWsdl(address: string): string {
  const operations = listOperations()
  const elements = operations.flatMap(([name, { parameters, integers = [], result }]) => [
    serializeElement(
      name,
      parameters.map((parameter) =>
        integers.includes(parameter)
          ? `<s:element minOccurs="1" maxOccurs="1" name="${parameter}" type="s:int"/>`
          : `<s:element minOccurs="0" maxOccurs="1" name="${parameter}" type="s:string"/>`,
      ),
    ),
    serializeElement(`${name}Response`, [
      `<s:element minOccurs="${result === 'integer' ? 1 : 0}" maxOccurs="1" name="${name}Result" type="${resultTypes[result]}"/>`,
    ]),
  ])
  const names = operations.map(([name]) => name)
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<wsdl:definitions xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:tns="${connectorNamespace}" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" targetNamespace="${connectorNamespace}">`,
    `<wsdl:types><s:schema elementFormDefault="qualified" targetNamespace="${connectorNamespace}">`,
    ...elements,
    '<s:complexType name="ArrayOfString"><s:sequence><s:element minOccurs="0" maxOccurs="unbounded" name="string" nillable="true" type="s:string"/></s:sequence></s:complexType>',
    '</s:schema></wsdl:types>',
    ...names.flatMap((name) => [
      serializeMessage(`${name}SoapIn`, name),
      serializeMessage(`${name}SoapOut`, `${name}Response`),
    ]),
    '<wsdl:portType name="QBWebConnectorSvcSoap">',
    ...names.map(
      (name) =>
        `<wsdl:operation name="${name}"><wsdl:input message="tns:${name}SoapIn"/><wsdl:output message="tns:${name}SoapOut"/></wsdl:operation>`,
    ),
    '</wsdl:portType>',
    '<wsdl:binding name="QBWebConnectorSvcSoap" type="tns:QBWebConnectorSvcSoap"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>',
    ...names.map(
      (name) =>
        `<wsdl:operation name="${name}"><soap:operation soapAction="${connectorNamespace}${name}" style="document"/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>`,
    ),
    '</wsdl:binding>',
    `<wsdl:service name="QBWebConnectorSvc"><wsdl:port name="QBWebConnectorSvcSoap" binding="tns:QBWebConnectorSvcSoap"><soap:address location="${escapeText(address).replaceAll('"', '&quot;')}"/></wsdl:port></wsdl:service>`,
    '</wsdl:definitions>',
    '',
  ].join('\n')
}

function serializeElement(name: string, fields: readonly string[]): string {
  const type =
    fields.length === 0
      ? '<s:complexType/>'
      : `<s:complexType><s:sequence>${fields.join('')}</s:sequence></s:complexType>`
  return `<s:element name="${name}">${type}</s:element>`
}

function serializeMessage(name: string, element: string): string {
  return `<wsdl:message name="${name}"><wsdl:part name="parameters" element="tns:${element}"/></wsdl:message>`
}
