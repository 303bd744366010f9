import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { defineConfig } from 'vitepress'

const docs = resolve(__dirname, '..')
const project = resolve(docs, '..')
const repository = process.env.FILBERT_REPOSITORY ?? ''

const title = (page: string) =>
  readFileSync(join(docs, page), 'utf8').match(/^# (.*)$/m)![1].replaceAll('`', '')

/** Menu entries of pages, named by their headings. */
const pages = (folder: string, ...names: string[]) =>
  names.map((name) => ({ text: title(`${folder}/${name}.md`), link: `/${folder}/${name}` }))

const decisions = readdirSync(join(docs, 'adr'))
  .filter((file) => /^\d/.test(file))
  .sort()
  .map((file) => file.replace('.md', ''))

export default defineConfig({
  title: 'Filbert',
  description: 'Large-scale kernel machine learning on Apache Flink',
  lang: 'en-GB',
  srcExclude: ['README.md'],
  cleanUrls: false,
  lastUpdated: false,
  markdown: {
    math: true,
    config(md) {
      // Files of the repository that are no pages, such as configurations, are shown where the repository is.
      md.core.ruler.push('files', (state) => {
        const page = join(docs, (state.env as { relativePath: string }).relativePath)
        for (const token of state.tokens.flatMap((block) => block.children ?? [])) {
          const href = token.type === 'link_open' ? token.attrGet('href') : null
          if (!href || /^([a-z]+:|#)/.test(href)) continue
          const file = relative(project, resolve(dirname(page), href))
          if (!file.startsWith('docs/')) {
            token.attrSet('href', repository ? `${repository}/${file}` : `https://filbert.invalid/${file}`)
          }
        }
      })
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Get started', link: '/getting-started' },
      { text: 'Tutorials', link: '/tutorials/own-table' },
      { text: 'How-to', link: '/how-to/configure' },
      { text: 'Reference', link: '/reference/configuration' },
      { text: 'Explanation', link: '/explanation/which-solver' },
      { text: 'Measurements', link: '/measurements' },
    ],
    sidebar: [],
  },
})
