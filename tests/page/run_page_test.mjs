// The page of a run, as fit wrote it.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {after, before, test} from 'node:test';

import {folder, launch, percent, rows, visit} from './browser.mjs';
import {test_every_page} from './every_page.mjs';

const run = new URL('run/', folder);
const file = fileURLToPath(new URL('report.html', run));
const metrics = JSON.parse(readFileSync(new URL('metrics.json', run)));
const lines = readFileSync(new URL('augmented.csv', run), 'utf8').trim().split('\n').length - 1;
let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

test_every_page('run', () => browser, file);

test('run: report makes the same page from the folder', () => {
  const again = fileURLToPath(new URL('again/report.html', folder));
  assert.equal(readFileSync(again, 'utf8'), readFileSync(file, 'utf8'));
});

test('run: headline figures are those of metrics.json', () => visit(browser, file, {}, async (page) => {
  const tiles = await page.$$eval('#headline-tiles div', (found) => found.map(
      (tile) => [tile.querySelector('dt').textContent, tile.querySelector('.big').firstChild.textContent]));
  const {macro_f1, accuracy, balanced_accuracy, g_mean, auc_roc} = metrics.test;
  assert.deepEqual(tiles, [['macro-F1', percent(macro_f1)], ['accuracy', percent(accuracy)],
    ['balanced accuracy', percent(balanced_accuracy)], ['G-mean', percent(g_mean)], ['AUC-ROC', percent(auc_roc)]]);
}));

test('run: figures of each class are those of metrics.json', () => visit(browser, file, {}, async (page) => {
  const wanted = metrics.test.per_class.map((after, c) => {
    const before = metrics.before.per_class[c];
    const name = after.class + (metrics.minority.includes(after.class) ? ' minority' : '');
    return [name, String(after.support),
      ...['precision', 'recall', 'f1'].map((which) => `${percent(before[which])} \u2192 ${percent(after[which])}`)];
  });
  assert.deepEqual(await rows(page, '#class-table'), wanted);
}));

test('run: what was added is what metrics.json says', () => visit(browser, file, {}, async (page) => {
  for (const row of await rows(page, '#added-table')) {
    const name = row[0].replace(/ minority$/, '');
    assert.equal(row[3], String(metrics.train.added_per_class[name] ?? 0), name);
  }
}));

test('run: confusion matrices hold the counts of metrics.json', () => visit(browser, file, {}, async (page) => {
  for (const [id, part] of [['confusion-before', 'before'], ['confusion-after', 'test']]) {
    const numbers = await page.$$eval(`svg[aria-labelledby=${id}-title] text.small`,
        (found) => found.map((text) => Number(text.textContent)));
    assert.deepEqual(numbers, metrics[part].confusion.flat());
  }
}));

test('run: the ledger has every candidate, and can be searched, filtered and sorted', () =>
  visit(browser, file, {}, async (page) => {
    const all = await rows(page, '#ledger-table');
    assert.equal(all.length, Math.min(lines, 1500));
    assert.equal(all.filter((row) => row[2] === 'kept').length, metrics.train.added);

    const controls = page.locator('#ledger .controls');
    await controls.locator('select').nth(1).selectOption('kept');
    const kept = await rows(page, '#ledger-table');
    assert.equal(kept.length, metrics.train.added);
    assert.equal(await controls.locator('output').textContent(), `${kept.length} of ${all.length} rows`);
    await controls.locator('input').fill('onerror=alert(1)');
    const found = await rows(page, '#ledger-table');
    assert.ok(found.length > 0 && found.length < kept.length);
    for (const row of found) assert.ok(row.join(' ').includes('onerror=alert(1)') && row[2] === 'kept');
    await controls.locator('input').fill('there is no such node');
    assert.deepEqual(await rows(page, '#ledger-table'), []);
    await controls.locator('input').fill('');
    await controls.locator('select').nth(1).selectOption('all');

    const head = page.locator('#ledger-table thead th').nth(6);
    for (const [order, sign] of [['descending', -1], ['ascending', 1]]) {
      await head.locator('button').click();
      assert.equal(await head.getAttribute('aria-sort'), order);
      const values = (await rows(page, '#ledger-table')).map((row) => Number(row[6]));
      assert.deepEqual(values, [...values].sort((a, b) => sign * (a - b)));
    }
    assert.deepEqual((await rows(page, '#ledger-table')).map((row) => row[0]).sort(), all.map((row) => row[0]).sort());
  }));
