// A thin stand-in for the globals of Google Apps Script that Code.gs uses, so that it runs under Node as it is. Cells are
// kept in memory; requests really go out, one at a time, as UrlFetchApp sends them.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

const code = readFileSync(new URL('../Code.gs', import.meta.url), 'utf8');
const functions = ['onOpen', 'setUp', 'sendAll', 'sendSelected', 'cancelSelected', 'deleteSelected', 'loadRooms'];

class Range {
  constructor(sheet, row, column, rows, columns) { Object.assign(this, { sheet, row, column, rows, columns }); }
  getSheet() { return this.sheet; }
  getRow() { return this.row; }
  getLastRow() { return this.row + this.rows - 1; }
  getValues() {
    return Array.from({ length: this.rows }, (_, r) => Array.from({ length: this.columns }, (_, c) => this.sheet.cells[this.row + r - 1]?.[this.column + c - 1] ?? ''));
  }
  getValue() { return this.getValues()[0][0]; }
  setValues(values) {
    if (values.length !== this.rows || values.some((row) => row.length !== this.columns)) throw new Error('The values do not fit the range.');
    values.forEach((row, r) => row.forEach((value, c) => this.sheet.put(this.row + r, this.column + c, value)));
    return this;
  }
  setValue(value) { return this.setValues([[value]]); }
  setNumberFormat() { return this; }
  setFontWeight() { return this; }
}

class Sheet {
  constructor(name) { this.name = name; this.cells = []; }
  getName() { return this.name; }
  getRange(row, column, rows = 1, columns = 1) {
    if (!(row > 0 && column > 0 && rows > 0 && columns > 0)) throw new Error('The range is not one.');
    return new Range(this, row, column, rows, columns);
  }
  getLastRow() { return this.cells.findLastIndex((row) => row?.some((value) => value !== '')) + 1; }
  getMaxRows() { return 1000; }
  setFrozenRows() {}
  clear() { this.cells = []; }
  put(row, column, value) {
    if (typeof value === 'string' && value.startsWith('=')) throw new Error('A formula was written: ' + value);
    if (typeof value === 'string' && value.startsWith("'")) value = value.slice(1);
    while (this.cells.length < row) this.cells.push([]);
    const cells = this.cells[row - 1];
    while (cells.length < column) cells.push('');
    cells[column - 1] = value;
  }
}

/** One spreadsheet with the script in it. answers are what its people write into prompts; faults are what befalls the next requests. */
export class Spreadsheet {
  constructor() {
    Object.assign(this, { sheets: [], properties: {}, answers: [], toasts: [], faults: [], requests: [], selection: [2, 2], locked: false, zone: 'Asia/Kolkata' });
    const globals = this.globals();
    this.script = new Function(...Object.keys(globals), code + '\nreturn {' + functions.join(',') + '};')(...Object.values(globals));
  }

  getSheetByName(name) { return this.sheets.find((sheet) => sheet.name === name) ?? null; }
  insertSheet(name) { const sheet = new Sheet(name); this.sheets.push(sheet); return sheet; }
  getActiveRange() { const [first, last] = this.selection; return this.getSheetByName('Bookings').getRange(first, 1, last - first + 1, 1); }
  getSpreadsheetTimeZone() { return this.zone; }
  toast(text) { this.toasts.push(text); }

  globals() {
    const button = { OK: 'ok', CANCEL: 'cancel' };
    const ui = {
      ButtonSet: { OK_CANCEL: 'ok cancel' }, Button: button,
      createMenu: () => { const menu = { addItem: (_, name) => { if (!functions.includes(name)) throw new Error('No function ' + name); return menu; }, addSeparator: () => menu, addToUi: () => {} }; return menu; },
      prompt: () => { const text = this.answers.shift(); return { getSelectedButton: () => (text === undefined ? button.CANCEL : button.OK), getResponseText: () => text }; },
    };
    return {
      SpreadsheetApp: { getActive: () => this, getUi: () => ui, flush: () => {} },
      PropertiesService: { getDocumentProperties: () => ({ getProperty: (name) => this.properties[name] ?? null, setProperty: (name, value) => { this.properties[name] = value; } }) },
      LockService: { getDocumentLock: () => ({ tryLock: () => !this.locked && (this.locked = true), releaseLock: () => { this.locked = false; } }) },
      Utilities: { getUuid: randomUUID, sleep: () => {}, formatDate: (date, zone, format) => {
        const [day, time] = date.toLocaleString('sv-SE', { timeZone: zone }).split(' ');
        return format.replace('yyyy-MM-dd', day).replace('HH:mm', time.slice(0, 5));
      } },
      UrlFetchApp: { fetch: (address, options) => this.fetch(address, options) },
    };
  }

  fetch(address, options) {
    const fault = this.faults.shift();
    this.requests.push({ address, ...options, fault });
    if (typeof fault === 'function') fault();
    if (fault === 'request lost') throw new Error('Address unavailable');
    const answer = fault === 'proxy page' ? { status: 502, text: '<h1>Bad gateway</h1>' } : fetchNow(address, options);
    if (fault === 'answer lost') throw new Error('Timeout');
    if (fault === 'server error') return response(500, '{"success":false,"message":"Something went wrong."}');
    if (fault === 'too many') return response(429, '{"success":false,"message":"There were too many requests."}');
    return response(answer.status, answer.text);
  }
}

const response = (status, text) => ({ getResponseCode: () => status, getContentText: () => text });

/** fetch that returns when the answer is there: another process waits for it. */
function fetchNow(address, { method, headers, contentType, payload }) {
  const child = spawnSync(process.execPath, ['-e', `
    const { address, options } = JSON.parse(require('fs').readFileSync(0, 'utf8'));
    fetch(address, options).then(async (r) => process.stdout.write(JSON.stringify({ status: r.status, text: await r.text() })));`],
    { input: JSON.stringify({ address, options: { method: method.toUpperCase(), headers: { 'Content-Type': contentType, ...headers }, body: payload, redirect: 'manual' } }), encoding: 'utf8' });
  if (child.status !== 0) throw new Error('Address unavailable: ' + child.stderr);
  return JSON.parse(child.stdout);
}
