// What Mono, on which the tests run samples in C#, lacks of .NET: an asynchronous Main, and System.Text.Json, of which
// samples call one method.
using System;
using System.Collections;
using System.Globalization;
using System.Linq;
using System.Reflection;
using System.Text;
using System.Threading.Tasks;

class EntryPoint
{
    static void Main()
    {
        var main = typeof(Program).GetMethod("Main", BindingFlags.NonPublic | BindingFlags.Static);
        ((Task)main.Invoke(null, null)).GetAwaiter().GetResult();
    }
}

namespace System.Text.Json
{
    public static class JsonSerializer
    {
        public static string Serialize(object value)
        {
            if (value == null) return "null";
            if (value is bool flag) return flag ? "true" : "false";
            if (value is string text) return Quote(text);
            if (value is IFormattable number) return number.ToString(null, CultureInfo.InvariantCulture);
            if (value is IEnumerable list) return "[" + string.Join(",", list.Cast<object>().Select(Serialize)) + "]";
            var fields = value.GetType().GetProperties().Select(field => Quote(field.Name) + ":" + Serialize(field.GetValue(value)));
            return "{" + string.Join(",", fields) + "}";
        }

        static string Quote(string text)
        {
            var quoted = new StringBuilder("\"");
            foreach (var letter in text)
                quoted.Append(letter < ' ' || letter == '"' || letter == '\\' ? "\\u" + ((int)letter).ToString("x4") : letter.ToString());
            return quoted.Append('"').ToString();
        }
    }
}
