/** Matches a test title that ends with its rows: `'… (row 26)'`, `'… (rows 3 and 4; ASVS 2.3.3)'`. */
const TITLE = /(['"`])(?:(?!\1)[^\\\n]|\\.)* \(((?:rows?|ASVS) \d[^()]*)\)\1/g
/** A test file, named by the end of its path, with the number of its tests. */
const NAMED = /`([\w./-]+\.(?:test|spec)\.tsx?)`(?: ×(\d+))?/g

/** Returns the file and each row or ASVS requirement of every test whose title names any. */
export function shownRows(files) {
  return files
    .filter(({ name }) => /\.(test|spec)\.tsx?$/.test(name))
    .flatMap(({ name, text }) =>
      [...text.matchAll(TITLE)].flatMap(({ 2: marks }) => {
        const [rows, asvs] = [/rows? ([\d, and–]+)/, /ASVS ([\d., ]+)/].map((list) => list.exec(marks)?.[1].match(/[\d.]+/g) ?? [])
        return [...rows.map((row) => `row ${row}`), ...asvs.map((requirement) => `ASVS ${requirement}`)].map((row) => ({ name, row }))
      }),
    )
}

/** Returns the test files named in a row's line, with the position. */
export function namedIn(text, place) {
  return Array.from(text.matchAll(NAMED), ([, cited, count]) => ({ cited, count: Number(count ?? 1), place }))
}

/**
 * Returns differences between a page and the test titles. `named` holds the page's tests for each row; the count reveals
 * a test that was deleted or no longer names its row.
 */
export function faultsOfShownRows(page, named, shown) {
  const isFile = (name, cited) => name === cited || name.endsWith(`/${cited}`)
  return [...named].flatMap(([row, tests]) => {
    const titled = shown.filter((test) => test.row === row)
    const miscounted = tests.flatMap(({ cited, count, place }) => {
      const found = titled.filter(({ name }) => isFile(name, cited)).length
      return found === count ? [] : [`${place}: ${cited} has ${found} tests whose titles name ${row}, not ${count}`]
    })
    const unnamed = new Set(titled.map(({ name }) => name).filter((name) => !tests.some(({ cited }) => isFile(name, cited))))
    return [...miscounted, ...Array.from(unnamed, (name) => `${name}: ${page} does not name this file at ${row}; add it there`)]
  })
}
