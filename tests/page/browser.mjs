// A real browser, and pages in it that tell of everything they should not do.
import assert from 'node:assert/strict';
import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';
import {readFileSync} from 'node:fs';

const root = new URL('../../', import.meta.url);
const fetched = createRequire(new URL('build/page/package.json', root));
const {chromium} = fetched('playwright-core');
const axe = readFileSync(fetched.resolve('axe-core/axe.min.js'), 'utf8');

export const folder = new URL('build/page/made/', root);

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
           '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
}

// Calls look(page) on the opened file; fails on an error in the console, a request, a dialog.
export async function visit(browser, file, options, look) {
  const {width = 1440, scheme = 'light', media = 'screen', scripts = true} = options;
  const context = await browser.newContext(
      {viewport: {width, height: 900}, colorScheme: scheme, javaScriptEnabled: scripts});
  const page = await context.newPage();
  const url = pathToFileURL(file).href;
  const seen = [];
  page.on('console', (message) => seen.push(`console ${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => seen.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => { seen.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== url && request.url() !== 'data:,') seen.push(`request: ${request.url()}`);
  });
  await page.emulateMedia({media, colorScheme: scheme});
  await page.goto(url);
  try {
    await look(page);
    assert.deepEqual(seen, []);
  } finally {
    await context.close();
  }
}

// What axe-core finds wrong, as text: rule and element.
export async function violations(page) {
  await page.evaluate(axe + ';0');
  const found = await page.evaluate(() => axe.run());
  return found.violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 160)}`));
}

// Texts of a table: one list per visible row.
export function rows(page, selector) {
  return page.$$eval(`${selector} tbody tr`, (found) => found
      .filter((row) => !row.hidden)
      .map((row) => Array.from(row.cells, (cell) => cell.textContent)));
}

// As pages and tables write it: with one digit, upwards from the middle, also where the last bits lie below it.
export function percent(share) {
  return share === null ? '\u2013' : (Math.round(1000 * share * (1 + 1e-12)) / 10).toFixed(1);
}
