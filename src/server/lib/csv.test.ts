import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('commas, quotes and line breaks stay within their cell', () => {
  expect(csvLine(['Ada, "the first"', 'two\nlines', null, 12])).toBe('"Ada, ""the first""","two\nlines",,12\r\n')
})

test.each([
  '=HYPERLINK("https://evil.example")',
  '+44 20 7946 0958',
  '-2+3',
  '@SUM(A1)',
  '  =1',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1',
  '＠SUM(A1)',
])('no spreadsheet takes %j for a formula', (text) => {
  expect(csvLine([text])).toMatch(/^"?'/)
})

test('an ordinary text, and a number below zero, are left as they are', () => {
  expect(csvLine(['Ada = Augusta', 'a@example.test', -5])).toBe('Ada = Augusta,a@example.test,-5\r\n')
})

test('names of every script, with their marks and quotation marks, are kept to the letter', () => {
  const names = ['Zoë “Zo” O’Neil', 'שרה כהן', '\u200Fعمر\u200F', '👩🏽‍🚀 Ayşe', '山田　太郎', 'Élodie-Anne']
  expect(csvLine(names)).toBe(`${names.join(',')}\r\n`)
  expect(csvLine(['Dwayne "The Rock" Johnson', '-Élodie', '@ישראל'])).toBe('"Dwayne ""The Rock"" Johnson",\'-Élodie,\'@ישראל\r\n')
})
