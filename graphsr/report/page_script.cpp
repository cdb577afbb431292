// What pages gain where JavaScript runs: sorting, searching, filtering, a switch between light and dark. It
// reads what stands in the tables and makes elements by name, never from text, so data stay text.
#include "graphsr/report/page.h"

namespace graphsr {

const char* page_script() {
  return R"(
'use strict';
(function () {
  function make(name, text, parent) {
    var element = document.createElement(name);
    if (text) element.textContent = text;
    if (parent) parent.appendChild(element);
    return element;
  }
  function key(row, column) {
    var cell = row.cells[column], text = cell.textContent;
    if (cell.dataset.key !== undefined) return Number(cell.dataset.key);
    var number = cell.classList.contains('n') && text ? Number(text.replace('\u2212', '-')) : NaN;
    return isNaN(number) ? text : number;
  }
  function compare(a, b) {
    var numbers = (typeof a === 'number') + (typeof b === 'number');
    if (numbers === 2) return a - b;
    if (numbers === 1) return typeof a === 'number' ? -1 : 1;
    return a.localeCompare(b, undefined, {numeric: true});
  }
  function sortable(table) {
    var heads = Array.from(table.tHead.rows[0].cells);
    heads.forEach(function (head, column) {
      var text = head.textContent;
      head.textContent = '';
      make('button', text, head).type = 'button';
      head.firstChild.addEventListener('click', function () {
        var before = head.getAttribute('aria-sort');
        var down = before ? before === 'ascending' : head.classList.contains('n');
        heads.forEach(function (other) { other.removeAttribute('aria-sort'); });
        head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
        var rows = Array.from(table.tBodies[0].rows);
        rows.sort(function (a, b) {
          var order = compare(key(a, column), key(b, column));
          return down ? -order : order;
        });
        rows.forEach(function (row) { table.tBodies[0].appendChild(row); });
      });
    });
  }
  function filterable(table) {
    var controls = make('div');
    controls.className = 'controls';
    var label = make('label', table.dataset.search, controls);
    var search = make('input', '', label);
    search.type = 'search';
    var choices = [];
    Array.from(table.tHead.rows[0].cells).forEach(function (head, column) {
      if (!('filter' in head.dataset)) return;
      var values = Array.from(new Set(Array.from(table.tBodies[0].rows, function (row) {
        return row.cells[column].textContent;
      })));
      if (values.length < 2) return;
      values.sort(function (a, b) { return compare(a, b); });
      var select = make('select', '', make('label', head.textContent, controls));
      make('option', 'all', select).value = '';
      values.forEach(function (value) { make('option', value || '(none)', select).value = '=' + value; });
      select.addEventListener('change', show);
      choices.push({column: column, select: select});
    });
    var count = make('output', '', controls);
    function show() {
      var words = search.value.toLowerCase().split(/\s+/).filter(Boolean), shown = 0;
      Array.from(table.tBodies[0].rows).forEach(function (row) {
        var text = Array.from(row.cells, function (cell) { return cell.textContent; }).join(' ').toLowerCase();
        var fits = words.every(function (word) { return text.includes(word); }) &&
            choices.every(function (choice) {
              var wanted = choice.select.value;
              return !wanted || '=' + row.cells[choice.column].textContent === wanted;
            });
        row.hidden = !fits;
        shown += fits;
      });
      count.textContent = shown + ' of ' + table.tBodies[0].rows.length + ' rows';
    }
    search.addEventListener('input', show);
    show();
    table.parentElement.before(controls);
  }
  function theme() {
    var root = document.documentElement, button = make('button', '', document.querySelector('header'));
    button.type = 'button';
    button.className = 'theme';
    function is_dark() {
      return root.dataset.theme ? root.dataset.theme === 'dark'
                                : matchMedia('(prefers-color-scheme: dark)').matches;
    }
    function name() { button.textContent = is_dark() ? 'Light page' : 'Dark page'; }
    button.addEventListener('click', function () {
      root.dataset.theme = is_dark() ? 'light' : 'dark';
      name();
    });
    name();
  }
  document.querySelectorAll('main table').forEach(function (table) {
    if (table.dataset.search) filterable(table);
    sortable(table);
  });
  theme();
})();
)";
}

}  // namespace graphsr
