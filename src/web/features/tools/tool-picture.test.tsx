import { existsSync } from 'node:fs'
import path from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ALL_TOOLS } from './catalogue/catalogue.ts'
import { ToolPicture } from './tool-picture.tsx'

const publicFolder = path.join(import.meta.dirname, '../../../../public')

test.each(ALL_TOOLS.map((tool) => [tool.id, tool] as const))(
  'the tool %s is shown by a picture of its own, and each of its files is there',
  (id, tool) => {
    const markup = renderToStaticMarkup(<ToolPicture tool={tool} sizes="100vw" />)
    const files = markup.match(/\/art\/[\w-]+\.(?:avif|webp)/g) ?? []
    expect(files.length).toBeGreaterThanOrEqual(4)
    expect(new Set(files.map((file) => file.replace(/-\d+\.\w+$/, '')))).toEqual(
      new Set([`/art/${id === 'cordless-drill' ? 'drill1' : `tool-${id}`}`]),
    )
    for (const file of files) expect(existsSync(path.join(publicFolder, file)), file).toBe(true)
  },
)
