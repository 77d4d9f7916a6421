"""Links a URL into a sheet of LibreOffice Calc, as Sheet > External Links does, and makes a pivot table of it.

usage: libreoffice.py URL TOKEN. Prints a line of JSON, and another one after each line that it reads: it updates the
link and the pivot table then. Debian's python3-uno and libreoffice-calc.
"""
import json
import subprocess
import sys
import tempfile
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.sheet.DataPilotFieldOrientation import DATA, ROW
from com.sun.star.sheet.GeneralFunction import SUM

# Comma, quote, UTF-8, from line 1, English (USA), no text columns, detect special numbers.
CSV_OPTIONS = "44,34,76,1,,1033,false,true,false"


def connected(pipe):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext(
        "com.sun.star.bridge.UnoUrlResolver", local)
    for _ in range(240):
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except NoConnectException:
            time.sleep(0.25)
    raise SystemExit("LibreOffice did not start")


def table_of(sheet):
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    end = cursor.RangeAddress
    return sheet.getCellRangeByPosition(0, 0, end.EndColumn, end.EndRow)


def pivot_on(document, sheet):
    """Sums booked and missed by department, on a sheet of its own. The table may get longer."""
    columns = sheet.getCellRangeByPosition(0, 0, table_of(sheet).Columns.Count - 1, 100_000)
    document.Sheets.insertNewByName("Pivot", 1)
    pivot = document.Sheets.getByName("Pivot")
    tables = pivot.getDataPilotTables()
    description = tables.createDataPilotDescriptor()
    description.setSourceRange(columns.RangeAddress)
    description.IgnoreEmptyRows = True
    fields = description.DataPilotFields
    fields.getByName("department.name").Orientation = ROW
    for name in ("booked", "missed"):
        fields.getByName(name).Orientation = DATA
        fields.getByName(name).Function = SUM
    tables.insertNewByName("Departments", pivot.getCellByPosition(0, 0).CellAddress, description)
    return pivot


def report(sheet, pivot):
    table = table_of(sheet)
    cells = table.getDataArray()
    names = cells[0]
    days = {type(row[names.index("day")]).__name__ for row in cells[1:]}
    output = pivot.getDataPilotTables().getByName("Departments").OutputRange
    rows = pivot.getCellRangeByPosition(
        output.StartColumn, output.StartRow, output.EndColumn, output.EndRow).getDataArray()
    print(json.dumps({"names": names, "rows": len(cells) - 1, "days": sorted(days), "pivot": rows}), flush=True)


def main(url, token):
    with tempfile.TemporaryDirectory() as profile:
        pipe = profile.rsplit("/", 1)[1]
        office = subprocess.Popen([
            "soffice", "--headless", "--norestore", "--nologo",
            f"-env:UserInstallation=file://{profile}", f"--accept=pipe,name={pipe};urp;",
        ], stderr=subprocess.DEVNULL)
        try:
            remote = connected(pipe)
            make = lambda name: remote.ServiceManager.createInstanceWithContext(name, remote)
            desktop = make("com.sun.star.frame.Desktop")
            # What a user enters when LibreOffice asks for a name and a password.
            passwords = make("com.sun.star.task.PasswordContainer")
            passwords.add(url, "any", (token,), make("com.sun.star.task.InteractionHandler"))
            document = desktop.loadComponentFromURL(
                "private:factory/scalc", "_blank", 0, (PropertyValue("Hidden", 0, True, 0),))
            sheet = document.Sheets.getByIndex(0)
            links = document.AreaLinks
            links.insertAtPosition(
                sheet.getCellByPosition(0, 0).CellAddress, url, "CSV_all",
                "Text - txt - csv (StarCalc)", CSV_OPTIONS)
            if table_of(sheet).Rows.Count == 1:
                raise SystemExit(f"LibreOffice: {sheet.getCellByPosition(0, 0).String}")
            pivot = pivot_on(document, sheet)
            report(sheet, pivot)
            for _ in sys.stdin:
                links.getByIndex(0).refresh()
                pivot.getDataPilotTables().getByName("Departments").refresh()
                document.calculateAll()
                report(sheet, pivot)
            document.close(True)
            desktop.terminate()
        finally:
            # The program that starts LibreOffice ends with it.
            try:
                office.wait(10)
            except subprocess.TimeoutExpired:
                office.terminate()
                office.wait()


main(*sys.argv[1:])
